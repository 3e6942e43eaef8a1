/**
 * The colour that a transparent colour has on a background.
 *
 * @param colour as `#RRGGBB`, like the background and the result
 * @param opacity of the colour, 0 to 1
 */
export function blendColours(colour: string, background: string, opacity: number): string {
  const backgroundChannels = channelsOf(background)
  const blended = channelsOf(colour).map((channel, index) =>
    Math.round(channel * opacity + backgroundChannels[index]! * (1 - opacity)),
  )
  return `#${blended.map(channel => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Red, green and blue, 0 to 255. */
const channelsOf = (hex: string) => [1, 3, 5].map(start => Number.parseInt(hex.slice(start, start + 2), 16))
