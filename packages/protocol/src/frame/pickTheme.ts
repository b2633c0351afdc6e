import type { FrameTheme } from './frameTheme.ts'

const hex = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i
const number = '(?:\\d{1,3}(?:\\.\\d{1,3})?%?)'
const rgb = new RegExp(
  `^rgba?\\( ?${number}(?:(?:, ?| )${number}){2}(?:(?:, ?| ?/ ?)${number})? ?\\)$`,
)

const color = (value: string) => value.length <= 40 && (hex.test(value) || rgb.test(value))
const pixels = (least: number, most: number) => (value: string) => {
  const [, size] = /^(\d{1,4}(?:\.\d{1,2})?)px$/.exec(value) ?? []
  return size !== undefined && Number(size) >= least && Number(size) <= most
}
const oneOf =
  (...allowed: string[]) =>
  (value: string) =>
    allowed.includes(value)
const font = oneOf('system-ui', 'sans-serif', 'serif', 'monospace', 'ui-rounded')
const percent = (value: string) => /^(?:100|\d{1,2})$/.test(value)

/** Each theme variable that a site may set, with its allowed values. @source security 3.6 */
const rules: Readonly<Record<string, (value: string) => boolean>> = {
  'color-accent': color,
  'color-on-accent': color,
  'color-card': color,
  'color-surface': color,
  'color-line': color,
  'color-text': color,
  'color-quiet': color,
  'color-danger': color,
  'color-success': color,
  'color-warning': color,
  'color-focus': color,
  'border-radius-master': pixels(0, 16),
  'font-family': font,
  'font-size-master': pixels(8, 16),
  width: pixels(320, 480),
  '--w3m-accent': color,
  '--w3m-color-mix': color,
  '--w3m-color-mix-strength': percent,
  '--w3m-border-radius-master': pixels(0, 16),
  '--w3m-font-family': font,
  '--w3m-font-size-master': pixels(8, 16),
}

function isThemeVariable(name: string, value: string): boolean {
  return Object.hasOwn(rules, name) && (rules[name]?.(value) ?? false)
}

/**
 * Selects the theme values that a frame may use: plain colours, sizes in range, fonts of a list. Drops all others.
 *
 * @source security 3.6
 */
export function pickTheme({ themeVariables, w3mThemeVariables, ...theme }: FrameTheme): FrameTheme {
  return {
    ...theme,
    ...(themeVariables && { themeVariables: pickVariables(themeVariables) }),
    ...(w3mThemeVariables && { w3mThemeVariables: pickVariables(w3mThemeVariables) }),
  }
}

function pickVariables(given: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given)
      .map(([name, value]) => [name.replace(/^--foyer-/, ''), String(value)] as const)
      .filter(([name, value]) => isThemeVariable(name, value)),
  )
}
