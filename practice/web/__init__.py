"""A small web to practise with: a few pages, and a search server that finds them."""
