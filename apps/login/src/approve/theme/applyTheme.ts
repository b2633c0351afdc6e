import { readOwn } from '@foyer/protocol'
import type { FrameTheme } from '@foyer/protocol/frame'
import { contrast, layOver, type Rgba } from './contrast.ts'

/** Minimum contrast of text, amounts and buttons. @source security 3.6; WCAG 2.2 1.4.3 */
const minContrast = 4.5
/** Bounds of the base font size, in px: text must stay readable, and fit. */
const sizes = { min: 9, max: 12 }

/** AppKit's variable names → ours. @source spec 3.7 */
const aliases: Readonly<Record<string, string>> = {
  '--w3m-accent': 'color-accent',
  '--w3m-border-radius-master': 'border-radius-master',
  '--w3m-font-family': 'font-family',
  '--w3m-font-size-master': 'font-size-master',
}
const themeNames = [
  'color-accent',
  'color-on-accent',
  'color-card',
  'color-surface',
  'color-line',
  'color-text',
  'color-quiet',
  'color-danger',
  'color-success',
  'color-warning',
  'color-focus',
  'border-radius-master',
  'font-family',
  'font-size-master',
]

/** Pairs of text and background. */
const pairs: readonly (readonly [text: string, ground: string])[] = [
  ['text', 'card'],
  ['text', 'surface'],
  ['text', 'hover'],
  ['text', 'danger-soft'],
  ['text', 'warning-soft'],
  ['text', 'success-soft'],
  ['quiet', 'card'],
  ['quiet', 'surface'],
  ['accent', 'card'],
  ['on-accent', 'accent'],
  ['success', 'card'],
  ['danger', 'card'],
  ['danger', 'danger-soft'],
]

/**
 * Applies a site's theme to the document. Falls back to Foyer's own colours when any contrast would be too low.
 *
 * @param root - The document element, on which the tokens are set.
 * @source security 3.6
 */
export function applyTheme(root: HTMLElement, theme: FrameTheme | undefined): void {
  root.style.colorScheme = theme?.themeMode ?? 'light dark'
  for (const name of themeNames) root.style.removeProperty(`--foyer-${name}`)
  const given = { ...renamed(theme?.w3mThemeVariables), ...theme?.themeVariables }
  for (const name of themeNames) {
    const value = given[name]
    if (value !== undefined) root.style.setProperty(`--foyer-${name}`, fitted(name, String(value)))
  }
  if (!isReadable(root))
    for (const name of themeNames)
      if (name.startsWith('color-')) root.style.removeProperty(`--foyer-${name}`)
}

function renamed(variables: FrameTheme['w3mThemeVariables'] = {}): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [readOwn(aliases, name) ?? name, value]),
  )
}

function fitted(name: string, value: string): string {
  if (name !== 'font-size-master') return value
  const size = Number.parseFloat(value)
  return `${Math.min(Math.max(size, sizes.min), sizes.max)}px`
}

/** Checks all contrasts, by computed values: themes may use `color-mix`, formulas or `light-dark`. */
function isReadable(root: HTMLElement): boolean {
  const probe = root.ownerDocument.createElement('span')
  probe.hidden = true
  root.append(probe)
  const context = root.ownerDocument
    .createElement('canvas')
    .getContext('2d', { willReadFrequently: true })
  if (!context) return false
  const read = (token: string): Rgba => {
    probe.style.color = `var(--_color-${token})`
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = getComputedStyle(probe).color
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
    return [red, green, blue, alpha / 255]
  }
  try {
    const card = read('card')
    // A translucent card would show the page behind it.
    if (card[3] < 1) return false
    return pairs.every(([text, ground]) => {
      const below = layOver(read(ground), card)
      return contrast(layOver(read(text), below), below) >= minContrast
    })
  } finally {
    probe.remove()
  }
}
