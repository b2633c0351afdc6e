/** Script that reports when a page runs any of the payloads as markup or code. */
export const payload = 'window.foyerPwned=(window.foyerPwned||0)+1'

/** An SVG image of the given content. */
export const svg = (inner: string, attributes = '') =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${attributes}>${inner}</svg>`,
  )}`

/** Icons that are not images. */
export const badIcons: readonly unknown[] = [
  `javascript:${payload}`,
  svg(`<script>${payload}</script>`, ` onload="${payload}"`),
  `data:text/html,<script>parent.${payload}</script>`,
  `x" onerror="${payload}`,
  { toString: 'not an icon' },
]

/** An image of five megabytes. */
export const hugeIcon = (): string => `data:image/png;base64,${'A'.repeat(5 * 1024 * 1024)}`
