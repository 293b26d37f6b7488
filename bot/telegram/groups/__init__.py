"""Groups: what there is for the bot, whose memory is used, and who may do what."""
