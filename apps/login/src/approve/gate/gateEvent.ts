/** Position of a pointer on the screen and in this document, in px. */
export type PointerPlace = {
  screenX: number
  screenY: number
  clientX: number
  clientY: number
  pixelRatio: number
}

type Trusted = { trusted: boolean }
/** An event on the surface; `at` is in ms, of `performance.now()`. */
export type GateEvent = { at: number } & (
  | { type: 'seen'; visible: boolean }
  | { type: 'focused'; focused: boolean }
  /** The document was hidden or shown, the window was resized, or something else in it was pressed. */
  | { type: 'disturbed' }
  | { type: 'sized'; width: number; height: number; pixelRatio: number }
  | { type: 'read'; toEnd: boolean }
  | ({ type: 'moved'; place: PointerPlace } & Trusted)
  /** The Tab key moved the focus into the card. */
  | ({ type: 'tabbed' } & Trusted)
  | ({ type: 'down'; pointer: number; place: PointerPlace; touch: boolean } & Trusted)
  | ({ type: 'up'; pointer: number; place: PointerPlace; inside: boolean } & Trusted)
  | ({ type: 'key-down'; repeat: boolean } & Trusted)
  | ({ type: 'key-up' } & Trusted)
  /** Activated without a pointer or key, as by a screen reader. */
  | ({ type: 'pressed' } & Trusted)
  | { type: 'cancelled' }
  | { type: 'closed' }
)
