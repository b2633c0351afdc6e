import type { PointerPlace } from './gateEvent.ts'

/**
 * The position of the frame on the screen, from pointer events, under the assumption that one px here is `zoom` px of
 * the screen. Browsers report screen positions without the page's zoom and page positions with it, and do not report
 * the zoom.
 */
type Offset = { zoom: number; x: number; y: number; since: number; moves: number }

/** Observations from pointer events about the pointer and the frame below it. */
export type SeenPointer = {
  readonly last: Pick<PointerPlace, 'screenX' | 'screenY'> | undefined
  readonly offsets: readonly Offset[]
}
export const unseenPointer: SeenPointer = { last: undefined, offsets: [] }

/** Device pixels per screen pixel on common devices. */
const deviceScales = [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.625, 2.75, 3, 3.5, 4]
/** Rounding, px of the screen. */
const tolerance = 2
const leastMoves = 2
/** A pointer that rests may tremble, px of the screen. */
const leastPx = 1

/**
 * Adds one pointer event to the observations. Only a pointer at a new screen position has moved: browsers also report
 * moves when a frame slides, or opens, under a resting pointer.
 * @param event.isMove - A press is no move, wherever it is.
 */
export function seePointer(
  { last, offsets }: SeenPointer,
  { at, isMove, place }: { place: PointerPlace; isMove: boolean; at: number },
): SeenPointer {
  const { clientX, clientY, pixelRatio, screenX, screenY } = place
  const isElsewhere =
    last && Math.max(Math.abs(screenX - last.screenX), Math.abs(screenY - last.screenY)) >= leastPx
  const moved = isMove && isElsewhere ? 1 : 0
  return {
    // Small steps add up.
    last: isMove && last && !isElsewhere ? last : { screenX, screenY },
    offsets: deviceScales.map((scale) => {
      const zoom = pixelRatio / scale
      const x = screenX - clientX * zoom
      const y = screenY - clientY * zoom
      const before = offsets.find((one) => one.zoom === zoom)
      const still =
        before && Math.abs(before.x - x) <= tolerance && Math.abs(before.y - y) <= tolerance
      // Keeps the first place, so that small steps add up.
      return still
        ? { ...before, moves: before.moves + moved }
        : { zoom, x, y, since: at, moves: 0 }
    }),
  }
}

/** Tells whether a pointer moved here, and the frame has not moved since that moment. */
export function hasMoved({ offsets }: SeenPointer, stillSince: number): boolean {
  return offsets.some(({ moves, since }) => moves >= leastMoves && since <= stillSince)
}

/** Tells whether the frame has not moved since that moment. */
export function stoodStill({ offsets }: SeenPointer, stillSince: number): boolean {
  return offsets.some(({ since }) => since <= stillSince)
}
