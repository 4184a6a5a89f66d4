@rem The npm scripts say `exec`, with which a Unix shell gives its place and its signals to Node. This is that word for Windows.
@%*
