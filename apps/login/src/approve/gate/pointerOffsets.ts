import type { PointerPlace } from './gate.ts'

/**
 * Where the frame stands on the screen, as pointer events tell, if one px here were `zoom` px of the screen.
 * Browsers give screen places without the page's zoom and places in the page with it, and do not tell the zoom.
 */
export type Offset = { zoom: number; x: number; y: number; since: number; moves: number }

/** How many px of a device make one of its screen, on devices that are sold. */
const deviceScales = [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.625, 2.75, 3, 3.5, 4]
/** Rounding, px of the screen. */
const tolerance = 2
/** ms. @source security 3.5 rule 3 */
const stillMs = 500
const leastMoves = 2

/** What is known of the frame's place after one more pointer event. */
export function seePointer(
  offsets: readonly Offset[],
  { screenX, screenY, clientX, clientY, pixelRatio }: PointerPlace,
  at: number,
): Offset[] {
  return deviceScales.map((scale) => {
    const zoom = pixelRatio / scale
    const x = screenX - clientX * zoom
    const y = screenY - clientY * zoom
    const last = offsets.find((one) => one.zoom === zoom)
    const still = last && Math.abs(last.x - x) <= tolerance && Math.abs(last.y - y) <= tolerance
    // The first place is kept, so that small steps add up.
    return still ? { ...last, moves: last.moves + 1 } : { zoom, x, y, since: at, moves: 1 }
  })
}

/** Whether a pointer moved here while the frame stood still for as long as it has to. */
export function isPresent(offsets: readonly Offset[], at: number): boolean {
  return offsets.some(({ moves, since }) => moves >= leastMoves && at - since >= stillMs)
}
