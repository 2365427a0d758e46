"""What tests share besides fixtures."""
