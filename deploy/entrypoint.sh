#!/bin/sh
# Runs Keepsake in the image as the user keepsake, who can't write its code. Where a volume is mounted as root's, as at
# Fly.io, root comes here first, gives the data to that user, and gives up all rights.
set -eu
cd /keepsake
if [ "$(id -u)" = 0 ]; then
    chown -Rh keepsake:keepsake "$DATA_DIR"
    export HOME="$DATA_DIR"
    exec setpriv --reuid=keepsake --regid=keepsake --init-groups --no-new-privs --inh-caps=-all --bounding-set=-all \
        python -m bot "$@"
fi
exec python -m bot "$@"
