"""Tests of Pasha's rules; each names the rule's number."""
