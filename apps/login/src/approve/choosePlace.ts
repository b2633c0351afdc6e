import type { DescriptionKind, Risk } from '@foyer/decode'
import { movesValue } from './movesValue.ts'

/** The place where a request is approved, and the reason when it is not here. */
export type Place =
  | { place: 'inline' }
  | { place: 'popup'; reason: 'value' | 'risk' | 'browser' | 'size' | 'storage' }

/** The state of the frame that would show the request. */
export type FramePlace = {
  /** Intersection Observer v2 works here. */
  hasIo2: boolean
  /** CSS px; left out while the frame has not been shown yet, when the gate judges it. */
  width?: number | undefined
  height?: number | undefined
  pixelRatio: number
  /** The frame may keep data. */
  storage: boolean
}

/** Physical px. @source security 3.5 */
const least = { width: 320, height: 480 }

/**
 * Decides whether a request may be approved in the frame, surrounded by a page that can draw anything, or needs its own
 * window.
 * @source security 3.5 "Where and how approval happens"
 */
export function choosePlace({
  risk,
  trust,
  kind,
  frame,
}: {
  risk: Risk
  trust: 'first-party' | 'untrusted'
  kind: DescriptionKind
  frame: FramePlace
}): Place {
  if (risk === 'high') return { place: 'popup', reason: 'risk' }
  if (!frame.hasIo2) return { place: 'popup', reason: 'browser' }
  if (isTooSmall(frame)) return { place: 'popup', reason: 'size' }
  if (!frame.storage && risk !== 'low') return { place: 'popup', reason: 'storage' }
  if (trust !== 'first-party' && (risk !== 'low' || movesValue(kind)))
    return { place: 'popup', reason: 'value' }
  return { place: 'inline' }
}

function isTooSmall({ width, height, pixelRatio }: FramePlace): boolean {
  if (width === undefined || height === undefined) return false
  return width * pixelRatio < least.width || height * pixelRatio < least.height
}

/**
 * Tells whether this browser can detect that something covers the frame. @source
 * https://w3c.github.io/IntersectionObserver/v2/
 */
export function hasVisibilityObserver(window: Window & typeof globalThis): boolean {
  return (
    'IntersectionObserverEntry' in window &&
    'isVisible' in window.IntersectionObserverEntry.prototype
  )
}
