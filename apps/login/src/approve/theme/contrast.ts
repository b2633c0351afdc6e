/** Red, green and blue from 0 to 255, opacity from 0 to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number]

/** Blends a translucent colour with the colour below it. */
export function layOver([red, green, blue, alpha]: Rgba, under: Rgba): Rgba {
  const mix = (over: number, below: number) => over * alpha + below * (1 - alpha)
  return [mix(red, under[0]), mix(green, under[1]), mix(blue, under[2]), 1]
}

/** Computes the relative luminance, 0 to 1. @source https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance([red, green, blue]: Rgba): number {
  const linear = (channel: number) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Computes the contrast ratio of two opaque colours, 1 to 21. @source https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: Rgba, other: Rgba): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
