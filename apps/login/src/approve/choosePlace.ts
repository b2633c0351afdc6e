import type { DescriptionKind, Risk } from '@foyer/decode'
import { movesValue } from './movesValue.ts'

/** The place in which a request is approved, with the reason for a popup. */
export type Place =
  | { place: 'inline' }
  | { place: 'popup'; reason: 'value' | 'risk' | 'browser' | 'size' | 'storage' }

/** The state of the frame that would show the request. */
export type FramePlace = {
  /** True if the browser has Intersection Observer v2. */
  hasIo2: boolean
  /** Size in CSS px; undefined before the frame was first shown: the gate checks it then. */
  width?: number | undefined
  height?: number | undefined
  pixelRatio: number
  /** True if the frame has persistent storage. */
  storage: boolean
}

/** Minimum size of the frame, in physical px. @source security 3.5 */
const minSize = { width: 320, height: 480 }

/**
 * Decides whether a request may be approved in the frame, over which the page could draw, or needs a popup.
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

function isTooSmall({ width = Infinity, height = Infinity, pixelRatio }: FramePlace): boolean {
  return width * pixelRatio < minSize.width || height * pixelRatio < minSize.height
}

/**
 * Returns whether this browser can detect that something covers the frame (Intersection Observer v2).
 * @source https://w3c.github.io/IntersectionObserver/v2/
 */
export function hasVisibilityObserver(window: Window & typeof globalThis): boolean {
  return (
    'IntersectionObserverEntry' in window &&
    'isVisible' in window.IntersectionObserverEntry.prototype
  )
}
