import type { PointerPlace } from './gateEvent.ts'

/**
 * The frame's position on the screen, computed from pointer events for an assumed `zoom` (screen px per px here).
 * Browsers do not report the page's zoom, and apply it to client positions but not to screen positions.
 */
type Offset = { zoom: number; x: number; y: number; since: number; moves: number }

/** Positions of the pointer and of the frame, as far as pointer events have shown them. */
export type SeenPointer = {
  readonly last: Pick<PointerPlace, 'screenX' | 'screenY'> | undefined
  readonly offsets: readonly Offset[]
}
export const unseenPointer: SeenPointer = { last: undefined, offsets: [] }

/** Device pixels per screen pixel on common devices. */
const deviceScales = [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.625, 2.75, 3, 3.5, 4]
/** Tolerance for rounding, in screen px. */
const tolerance = 2
/** Moves after which a pointer counts as moved. */
const minMoves = 2
/** Distance that counts as a move, in screen px: a resting pointer may jitter. */
const minMovePx = 1

/**
 * Adds a pointer event to the observations. Only a changed screen position counts as a move: browsers also send move
 * events when a frame opens or slides under a resting pointer.
 * @param event.isMove - False for a press, which never counts as a move.
 */
export function seePointer(
  { last, offsets }: SeenPointer,
  { at, isMove, place }: { place: PointerPlace; isMove: boolean; at: number },
): SeenPointer {
  const { clientX, clientY, pixelRatio, screenX, screenY } = place
  const isElsewhere =
    last &&
    Math.max(Math.abs(screenX - last.screenX), Math.abs(screenY - last.screenY)) >= minMovePx
  const moved = isMove && isElsewhere ? 1 : 0
  return {
    // Keep the reference position until the pointer is far enough from it, so that small steps add up.
    last: isMove && last && !isElsewhere ? last : { screenX, screenY },
    offsets: deviceScales.map((scale) => {
      const zoom = pixelRatio / scale
      const x = screenX - clientX * zoom
      const y = screenY - clientY * zoom
      const before = offsets.find((one) => one.zoom === zoom)
      const still =
        before && Math.abs(before.x - x) <= tolerance && Math.abs(before.y - y) <= tolerance
      // Keep the first position, so that slow sliding adds up.
      return still
        ? { ...before, moves: before.moves + moved }
        : { zoom, x, y, since: at, moves: 0 }
    }),
  }
}

/** Returns whether a pointer has moved here, and the frame has not moved since `stillSince` (ms). */
export function hasMoved({ offsets }: SeenPointer, stillSince: number): boolean {
  return offsets.some(({ moves, since }) => moves >= minMoves && since <= stillSince)
}

/** Returns whether the frame has not moved since `stillSince` (ms). */
export function stoodStill({ offsets }: SeenPointer, stillSince: number): boolean {
  return offsets.some(({ since }) => since <= stillSince)
}
