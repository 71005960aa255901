"""Measurements: `make bench` prints them. Nothing here is a test."""
