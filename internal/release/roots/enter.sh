#!/bin/sh
# Runs a command in a root that is assembled from layers. Mounts, processes and the network exist only
# for this command (unshare), so nothing has to be undone.
#
#   LOWER=layers UPPER=folder GOT=folder ROOM=folder [NET=yes] enter.sh COMMAND…
#
# LOWER are the layers, uppermost first, separated by colons. What the command writes goes to UPPER,
# which is then one more layer, or is discarded if UPPER is empty. GOT appears as /srv, and ROOM is an
# empty folder for mounts.
set -eu
mount -t tmpfs -o mode=755 tmpfs "$ROOM"
mkdir "$ROOM/root" "$ROOM/upper" "$ROOM/scratch"
if [ -n "$UPPER" ]; then
	mkdir -p "$UPPER" "$UPPER.scratch" # on the same disk
else
	UPPER=$ROOM/upper
	mkdir "$UPPER.scratch"
fi
root=$ROOM/root
mount -t overlay -o "lowerdir=$LOWER,upperdir=$UPPER,workdir=$UPPER.scratch" overlay "$root"
mkdir -p "$root/proc" "$root/dev" "$root/srv"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
mkdir "$root/dev/shm"
chmod 1777 "$root/dev/shm"
for device in null zero full random urandom; do
	: >"$root/dev/$device"
	mount --bind "/dev/$device" "$root/dev/$device"
done
ln -s /proc/self/fd "$root/dev/fd"
mount --bind "$GOT" "$root/srv"
mount -o remount,bind,ro "$root/srv"
if [ "${NET:-}" = yes ]; then
	mkdir -p "$root/etc"
	: >>"$root/etc/resolv.conf"
	mount --bind /etc/resolv.conf "$root/etc/resolv.conf"
else
	ip link set lo up
fi
exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/opt LC_ALL=C DEBIAN_FRONTEND=noninteractive \
	${http_proxy:+"http_proxy=$http_proxy"} chroot ${AS:+"--userspec=$AS"} "$root" "$@"
