/** A tab or window of a browser engine. Coordinates are CSS px of its viewport. */
export type Tab = {
  /** Id of the tab in its engine. */
  readonly id: string
  /**
   * Runs a function in the page, or in the frame that a selector finds. The function can use only its input; input and result
   * are passed as JSON.
   */
  run<input, result>(
    script: (input: input) => result | Promise<result>,
    input: input,
    frame?: string,
  ): Promise<result>
  /** Moves, presses and releases the pointer, in order. */
  point(steps: readonly PointerStep[]): Promise<void>
  /** Types into the focused element. */
  type(text: string): Promise<void>
  goto(url: string): Promise<void>
  /** Brings the tab to the front. */
  activate(): Promise<void>
  /** A screenshot, PNG. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

export type PointerStep =
  | { readonly kind: 'move'; readonly x: number; readonly y: number }
  | { readonly kind: 'down' | 'up' }
  | { readonly kind: 'pause'; readonly ms: number }

export type Size = { readonly width: number; readonly height: number }

/** A browser other than Chromium, with a separate profile. */
export type Engine = {
  readonly name: 'firefox' | 'webkit'
  /** Opens a tab. @param size - The viewport, CSS px. @default that of a desktop */
  open(url: string, size?: Size): Promise<Tab>
  /** Lists the open tabs and windows. */
  tabs(): Promise<readonly Tab[]>
  stop(): Promise<void>
}

/** Pointer actions in the format of both WebDriver protocols. @source https://www.w3.org/TR/webdriver2/#actions */
export function pointerActions(steps: readonly PointerStep[]): object[] {
  const actions = steps.map((step) => {
    if (step.kind === 'move')
      return { type: 'pointerMove', x: Math.round(step.x), y: Math.round(step.y), duration: 0 }
    if (step.kind === 'pause') return { type: 'pause', duration: step.ms }
    return { type: step.kind === 'down' ? 'pointerDown' : 'pointerUp', button: 0 }
  })
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]
}

/** Key actions in the format of both WebDriver protocols. */
export function keyActions(text: string): object[] {
  const actions = [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
  return [{ type: 'key', id: 'keyboard', actions }]
}
