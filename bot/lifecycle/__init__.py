"""How conversations and turns begin and end."""
