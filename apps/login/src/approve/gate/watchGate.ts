import {
  type Closed,
  createGate,
  type Gate,
  type GateRules,
  moveGate,
  opensAt,
  whyClosed,
} from './gate.ts'
import type { GateEvent, PointerPlace } from './gateEvent.ts'

/** The gate's state as the screen shows it. */
export type GateView = {
  /** Why the gate is closed; undefined when it is open. */
  why: Closed | undefined
  /** The user has not scrolled to the end. */
  unread: boolean
  /** The gate has been closed for the same reason for 2 s: time to explain it. */
  late: boolean
  /** The button is being held. */
  holding: boolean
  refused: Gate['refused']
  /** A key was pressed once, and a second press is required. */
  half: boolean
}

/** The elements that {@link watchGate} observes. */
export type GateParts = {
  /** The whole card, which fills the frame and must be visible. */
  card: HTMLElement
  /** The scrolling part, which must be scrolled to its end. */
  body: HTMLElement
  /** The approve button. */
  button: HTMLElement
}

/** @source https://w3c.github.io/IntersectionObserver/v2/ */
type Visible = IntersectionObserverEntry & { isVisible?: boolean }
const visibility = {
  trackVisibility: true,
  delay: 100,
  threshold: [0, 0.25, 0.5, 0.75, 0.9, 0.98, 0.99, 1],
} as IntersectionObserverInit

/** Delay before the screen explains why it can not be approved here, in ms. */
const lateMs = 2_000
/** Age of an event above which the page must have been blocked, in ms. */
const blockedMs = 250
/** Share of the card that must be visible; below 1 only for rounding. */
const minVisibleRatio = 0.99

/**
 * Feeds the gate with browser events and observers, and calls `onApprove` when it is passed.
 * @returns Stops watching.
 * @source security 3.5
 */
export function watchGate({
  button,
  body,
  card,
  onApprove,
  onChange,
  rules,
}: GateParts & {
  rules: GateRules
  onApprove: () => void
  onChange: (view: GateView) => void
}): () => void {
  const { document } = window
  const now = () => performance.now()
  const ending = new AbortController()
  const { signal } = ending
  let gate = createGate(rules, now())
  let shown = ''
  let lastWhy: Closed | undefined
  let since = now()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** True while a pointer is pressed here: the focus event that it causes is the user's. */
  let pointing = false

  const report = () => {
    clearTimeout(timer)
    const at = now()
    const why = whyClosed(gate, at)
    const wait = Math.max(opensAt(gate) - at, 1)
    if (why === 'settling') timer = setTimeout(report, wait)
    if (why !== lastWhy) since = at
    lastWhy = why
    const late = at - since >= lateMs
    if ((why === 'size' || why === 'unseen') && !late) timer = setTimeout(report, lateMs)
    const view = {
      why,
      unread: !gate.toEnd,
      late,
      holding: gate.press !== undefined && (gate.press.by === 'key' || gate.press.hold),
      refused: gate.refused,
      half: gate.firstPressAt !== undefined,
    }
    const text = JSON.stringify(view)
    if (text === shown) return
    shown = text
    onChange(view)
  }
  const emit = (event: GateEvent) => {
    if (gate.approved) return
    gate = moveGate(gate, event)
    if (gate.approved) onApprove()
    report()
  }

  const onVisibility = (entries: Visible[]) => {
    for (const { intersectionRatio, isVisible } of entries)
      emit({
        type: 'seen',
        visible: isVisible === true && intersectionRatio >= minVisibleRatio,
        at: now(),
      })
  }
  const observer = new IntersectionObserver(onVisibility, visibility)
  observer.observe(card)
  /**
   * Processes pending visibility records before a press: on a busy page the press arrives before the observer reports that
   * something covers the card.
   */
  const flushVisibility = ({ timeStamp }: Event) => {
    onVisibility(observer.takeRecords())
    // The page was blocked, so visibility was not reported meanwhile.
    if (now() - timeStamp > blockedMs) emit({ type: 'disturbed', at: now() })
  }

  const measure = () => {
    const { devicePixelRatio, innerHeight, innerWidth } = window
    emit({
      type: 'sized',
      width: innerWidth,
      height: innerHeight,
      pixelRatio: devicePixelRatio,
      at: now(),
    })
  }
  let read = false
  const checkScroll = () => {
    // A hidden frame has no height; it does not count as read.
    const { clientHeight, scrollHeight, scrollTop } = body
    if (read || clientHeight < 80 || scrollTop + clientHeight < scrollHeight - 2) return
    read = true
    emit({ type: 'read', toEnd: true, at: now() })
  }
  const sizes = new ResizeObserver(checkScroll)
  sizes.observe(body)
  for (const child of body.children) sizes.observe(child)
  body.addEventListener('scroll', checkScroll, { signal, passive: true })

  const focus = (focused: boolean) => {
    if (rules.surface === 'inline' && focused && pointing) return
    emit({ type: 'focused', focused, at: now() })
  }
  const on = <name extends keyof WindowEventMap>(
    name: name,
    listener: (event: WindowEventMap[name]) => void,
  ) => window.addEventListener(name, listener, { signal, capture: true })
  on('focus', ({ target }) => {
    if (target === window) focus(true)
  })
  on('blur', ({ target }) => {
    if (target === window) focus(false)
  })
  document.addEventListener('visibilitychange', () => emit({ type: 'disturbed', at: now() }), {
    signal,
  })
  on('resize', () => {
    measure()
    emit({ type: 'disturbed', at: now() })
  })

  on('pointermove', (event) =>
    emit({ type: 'moved', place: placeOf(event), trusted: event.isTrusted, at: event.timeStamp }),
  )
  /** Handles a press outside the button: it restarts the waiting time, until it ends. */
  const pressElsewhere = ({ isTrusted, target }: Event) => {
    if (isTrusted && !(target instanceof Node && button.contains(target)))
      emit({ type: 'disturbed', at: now() })
  }
  on('pointerdown', (event) => {
    if (event.isTrusted) pointing = true
    pressElsewhere(event)
  })
  on('pointerup', (event) => {
    pointing = false
    flushVisibility(event)
    const under = document.elementFromPoint(event.clientX, event.clientY)
    emit({
      type: 'up',
      pointer: event.pointerId,
      place: placeOf(event),
      inside: button.contains(under),
      trusted: event.isTrusted,
      at: event.timeStamp,
    })
  })
  on('pointercancel', () => {
    pointing = false
    emit({ type: 'cancelled', at: now() })
  })
  on('keydown', (event) => {
    const { isTrusted, key } = event
    if (key === 'Enter' || key === ' ') pressElsewhere(event)
    if (key !== 'Tab' || !isTrusted) return
    // The focus moves only after the key event.
    setTimeout(() => {
      const inside = card.contains(document.activeElement)
      if (inside && !signal.aborted) emit({ type: 'tabbed', trusted: true, at: now() })
    })
  })

  const press = <name extends keyof HTMLElementEventMap>(
    name: name,
    listener: (event: HTMLElementEventMap[name]) => void,
  ) =>
    button.addEventListener(
      name,
      (event) => {
        flushVisibility(event)
        listener(event)
      },
      { signal },
    )
  press('pointerdown', (event) => {
    if (event.button !== 0) return
    // The window may have lost the focus without a blur event.
    if (rules.surface === 'popup' && gate.focused && !document.hasFocus()) focus(false)
    emit({
      type: 'down',
      pointer: event.pointerId,
      place: placeOf(event),
      touch: event.pointerType !== 'mouse',
      trusted: event.isTrusted,
      at: event.timeStamp,
    })
  })
  press('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    // Suppress the click that a key press triggers, which would count as a screen reader's.
    event.preventDefault()
    const { isTrusted: trusted, repeat, timeStamp: at } = event
    if (rules.surface === 'popup' && gate.focused && !document.hasFocus()) focus(false)
    emit({ type: 'key-down', repeat, trusted, at })
  })
  press('keyup', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    emit({ type: 'key-up', trusted: event.isTrusted, at: event.timeStamp })
  })
  press('blur', () => emit({ type: 'cancelled', at: now() }))
  press('click', (event) => {
    event.preventDefault()
    const { pointerType } = event as PointerEvent
    if (event.detail === 0 && !pointerType)
      emit({ type: 'pressed', trusted: event.isTrusted, at: now() })
  })
  // A long touch must not open a menu.
  press('contextmenu', (event) => event.preventDefault())

  measure()
  if (document.hasFocus()) focus(true)
  checkScroll()
  report()
  return () => {
    clearTimeout(timer)
    ending.abort()
    observer.disconnect()
    sizes.disconnect()
  }
}

function placeOf({ clientX, clientY, screenX, screenY }: PointerEvent): PointerPlace {
  return { clientX, clientY, screenX, screenY, pixelRatio: window.devicePixelRatio }
}
