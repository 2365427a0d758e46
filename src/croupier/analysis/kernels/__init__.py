"""The kernels: loops over deals, compiled by Numba."""
