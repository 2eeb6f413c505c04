#!/bin/sh
# Draws the icon, a ruled index card with a red head rule, in every size the bundler wants. Needs ImageMagick.
set -eu
cd "$(dirname "$0")"
convert -size 1024x1024 xc:none \
  -fill '#00000030' -draw 'roundrectangle 100,196 924,872 56,56' \
  -fill '#2d4a7c' -draw 'roundrectangle 96,120 520,400 48,48' \
  -fill '#f8f5ec' -draw 'roundrectangle 96,184 928,856 56,56' \
  -fill '#c0432f' -draw 'rectangle 96,352 928,376' \
  -fill '#9db1cf' -draw 'rectangle 160,470 864,484' -draw 'rectangle 160,570 864,584' -draw 'rectangle 160,670 864,684' -draw 'rectangle 160,770 640,784' \
  -fill '#22262b' -draw 'roundrectangle 160,252 600,296 22,22' \
  PNG32:icon-1024.png
for size in 32 128 256 512; do
  convert icon-1024.png -resize "${size}x${size}" -strip "PNG32:$size.png"
done
mv 32.png 32x32.png; mv 128.png 128x128.png; mv 256.png 128x128@2x.png; mv 512.png icon.png
rm icon-1024.png
