"""An analysis for people to read: figures in words, spreadsheets, and the PAR sheet as one page."""

from __future__ import annotations
