const sheets = new Map<string, CSSStyleSheet>()

/**
 * Adds `css` to `root` once. Constructed sheets are shared between roots and allowed by a strict CSP, since no style
 * text is inserted.
 */
export function adopt(root: ShadowRoot | Document, css: string | CSSStyleSheet): void {
  const sheet = typeof css === 'string' ? sheetOf(css) : css
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
}

function sheetOf(css: string): CSSStyleSheet {
  let sheet = sheets.get(css)
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    sheets.set(css, sheet)
  }
  return sheet
}
