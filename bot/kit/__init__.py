"""What everything else may use."""
