import type { PointerPlace } from './gateEvent.ts'

/**
 * Where the frame stands on the screen, as pointer events tell, if one px here were `zoom` px of the screen.
 * Browsers give screen places without the page's zoom and places in the page with it, and do not tell the zoom.
 */
type Offset = { zoom: number; x: number; y: number; since: number; moves: number }

/** What pointer events told of the pointer, and of the frame below it. */
export type SeenPointer = {
  readonly last: Pick<PointerPlace, 'screenX' | 'screenY'> | undefined
  readonly offsets: readonly Offset[]
}
export const unseenPointer: SeenPointer = { last: undefined, offsets: [] }

/** How many px of a device make one of its screen, on devices that are sold. */
const deviceScales = [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.625, 2.75, 3, 3.5, 4]
/** Rounding, px of the screen. */
const tolerance = 2
const leastMoves = 2
/** A pointer that rests may tremble, px of the screen. */
const leastPx = 1

/**
 * What is known after one more pointer event. Only a pointer that came to another place of the screen moved: browsers
 * tell of moves as well when a frame slides, or opens, under a pointer that rests.
 *
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
      // The first place is kept, so that small steps add up.
      return still
        ? { ...before, moves: before.moves + moved }
        : { zoom, x, y, since: at, moves: 0 }
    }),
  }
}

/** Whether a pointer moved here, and the frame has stood still since that moment or before. */
export function hasMoved({ offsets }: SeenPointer, stillSince: number): boolean {
  return offsets.some(({ moves, since }) => moves >= leastMoves && since <= stillSince)
}

/** Whether the frame has stood still since that moment or before. */
export function stoodStill({ offsets }: SeenPointer, stillSince: number): boolean {
  return offsets.some(({ since }) => since <= stillSince)
}
