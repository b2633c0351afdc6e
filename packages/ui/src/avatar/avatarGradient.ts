/**
 * Generates the image of an address: a CSS `background` of soft colour fields, always the same for the same address.
 * Set it through the CSSOM (`element.style.background`), which `style-src 'none'` allows.
 *
 * @param address - `0x…` in any case gives the same image, since case is only a checksum.
 * @source https://eips.ethereum.org/EIPS/eip-55
 */
export function avatarGradient(address: string): string {
  const next = randomOf(/^0x/i.test(address) ? address.toLowerCase() : address)
  const between = (from: number, to: number) => from + next() * (to - from)
  const colour = (lightness: number, chroma: number, turned: number) => {
    const hue = Math.round(turned + 720) % 360
    // Dark yellow and green look muddy: lighten them.
    const lift = Math.max(0, 1 - Math.abs(hue - 105) / 55) * Math.max(0, 0.8 - lightness)
    return `oklch(${(lightness + lift).toFixed(2)} ${chroma.toFixed(2)} ${hue}`
  }
  /** A field of one colour that fades out softly. */
  const field = (at: string, reach: number, lightness: number, chroma: number, hue: number) => {
    const named = colour(lightness, chroma, hue)
    return `radial-gradient(circle at ${at},${named}),${named}/.55) ${Math.round(reach * 0.45)}%,${named}/0) ${Math.round(reach)}%)`
  }
  const place = (x: number, y: number) => {
    const jitter = () => between(-14, 14)
    return `${Math.round(x + jitter())}% ${Math.round(y + jitter())}%`
  }

  const hue = between(0, 360)
  const turn = (next() < 0.5 ? -1 : 1) * between(32, 104)
  const flip = next() < 0.5
  const [near, far] = flip ? [80, 20] : [20, 80]
  return [
    field(place(near, 18), between(50, 68), 0.93, 0.06, hue + turn * 0.4),
    field(place(far, 30), between(52, 72), 0.74, 0.15, hue + turn),
    field(place(near, 86), between(58, 82), between(0.48, 0.6), 0.18, hue - turn * 0.5),
    `linear-gradient(${Math.round(between(120, 240))}deg,${colour(0.8, 0.13, hue)}),${colour(0.6, 0.17, hue + turn * 0.7)}))`,
  ].join(',')
}

/** Generates pseudo-random numbers from 0 to 1 out of `text` (FNV-1a, then mulberry32). */
function randomOf(text: string): () => number {
  let state = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
