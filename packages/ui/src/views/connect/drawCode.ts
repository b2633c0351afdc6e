import { encode } from 'uqr'

/** A QR code as paths: one unit per module, no quiet zone. */
export type Drawing = {
  /** Modules per side. */
  readonly size: number
  /** Everything but the corners and the centre. */
  readonly modules: string
  /** The three finder squares. */
  readonly corners: string
  /** The centres of the finder squares. */
  readonly dots: string
  /** Modules per side left empty in the centre, for a logo. */
  readonly hole: number
}

/** Share of a side for the logo: 4 % of the modules, of the 15 % that level M can lose. */
const holeShare = 0.2
const cornerSize = 7

/**
 * Draws a QR code whose adjacent modules are joined: round where there is no neighbour.
 *
 * @source ISO/IEC 18004, error correction level M
 */
export function drawCode(text: string): Drawing {
  const { data, size } = encode(text, { ecc: 'M', boostEcc: true, border: 0 })
  // The same parity as the whole, so that it is centred.
  const hole = Math.floor((size * holeShare - (size % 2)) / 2) * 2 + (size % 2)
  const from = (size - hole) / 2
  const inCorner = (x: number, y: number) =>
    (x < cornerSize || x >= size - cornerSize) &&
    (y < cornerSize || (y >= size - cornerSize && x < cornerSize))
  const inHole = (x: number, y: number) =>
    x >= from && x < from + hole && y >= from && y < from + hole
  const isDark = (x: number, y: number) => data[y]?.[x] === true && !inCorner(x, y) && !inHole(x, y)
  const modules: string[] = []
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) if (isDark(x, y)) modules.push(drawModule(x, y, isDark))
  const ends = [
    [0, 0],
    [size - cornerSize, 0],
    [0, size - cornerSize],
  ] as const
  return {
    size,
    hole,
    modules: modules.join(''),
    corners: ends.map(([x, y]) => square(x, y, 7, 2) + square(x + 1, y + 1, 5, 1.2)).join(''),
    dots: ends.map(([x, y]) => square(x + 2, y + 2, 3, 0.9)).join(''),
  }
}

/** Draws one module, clockwise from the middle of its upper edge. */
function drawModule(x: number, y: number, isDark: (x: number, y: number) => boolean): string {
  const up = isDark(x, y - 1)
  const right = isDark(x + 1, y)
  const down = isDark(x, y + 1)
  const left = isDark(x - 1, y)
  return [
    `M${x + 0.5} ${y}`,
    up || right ? 'h.5v.5' : 'a.5.5 0 0 1 .5.5',
    right || down ? 'v.5h-.5' : 'a.5.5 0 0 1-.5.5',
    down || left ? 'h-.5v-.5' : 'a.5.5 0 0 1-.5-.5',
    left || up ? 'v-.5h.5' : 'a.5.5 0 0 1 .5-.5',
    'z',
  ].join('')
}

function square(x: number, y: number, side: number, radius: number): string {
  const straight = side - 2 * radius
  const arc = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx * radius} ${dy * radius}`
  return `M${x + radius} ${y}h${straight}${arc(1, 1)}v${straight}${arc(-1, 1)}h${-straight}${arc(-1, -1)}v${-straight}${arc(1, -1)}z`
}
