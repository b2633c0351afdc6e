/** Describes an element for a user: its role, its name, and its container. */
export type Query = {
  /** ARIA role: `button`, `textbox`, `heading`, `link`, `dialog`, `listitem`, `combobox`. */
  role?: 'button' | 'combobox' | 'dialog' | 'heading' | 'link' | 'listitem' | 'textbox'
  /** The whole accessible name. */
  name?: string
  /** A pattern for the accessible name, or, without a role, for the element's own text. */
  matches?: string
  /** A CSS selector that it must also match. */
  selector?: string
  /** An element that contains it. */
  within?: Query
  /** An element that it contains. */
  has?: Query
}

export type Found = {
  /** Centre of its box in the viewport, CSS px. */
  x: number
  y: number
  text: string
  name: string
  disabled: boolean
  pressed: string | null
  focused: boolean
  /** True if a click at its centre reaches it, and nothing covers it. */
  uncovered: boolean
  style: { background: string; colour: string; width: number; direction: string }
}

/**
 * Finds the first visible element, through open shadow roots, and scrolls it into view. Runs inside the page, so it
 * uses nothing from outside of itself.
 */
export function findInPage({ query, scroll }: { query: Query; scroll: boolean }): Found | null {
  const roles: Record<string, string> = {
    button:
      'button, [role=button], [role=tab], [role=radio], [role=switch], [role=menuitem], summary',
    combobox: 'select, [role=combobox]',
    dialog: 'dialog, [role=dialog]',
    heading: 'h1, h2, h3, h4, [role=heading]',
    link: 'a[href]',
    listitem: 'li, [role=listitem]',
    textbox: 'input:not([type=checkbox], [type=radio], [type=color], [type=range]), textarea',
  }
  const everything = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      element,
      ...(element.shadowRoot ? everything(element.shadowRoot) : []),
    ])
  const parentOf = (node: Node): Node | null =>
    node instanceof Element && node.assignedSlot
      ? node.assignedSlot
      : node instanceof ShadowRoot
        ? node.host
        : node.parentNode
  const isInside = (node: Node, outer: Node): boolean => {
    for (let at: Node | null = node; at; at = parentOf(at)) if (at === outer) return true
    return false
  }
  const textOf = (element: Element): string => {
    const root: ParentNode = element.shadowRoot ?? element
    return [...root.childNodes]
      .map((node) => {
        if (node instanceof Text) return node.data
        if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return ''
        if (node instanceof HTMLSlotElement)
          return node
            .assignedNodes({ flatten: true })
            .map((given) => (given instanceof Element ? textOf(given) : (given.textContent ?? '')))
            .join(' ')
        if (node instanceof HTMLImageElement) return node.alt
        const inner = textOf(node)
        return getComputedStyle(node).display.startsWith('inline') ? inner : ` ${inner} `
      })
      .join('')
      .replace(/\s+/g, ' ')
      .trim()
  }
  const nameOf = (element: Element): string => {
    const root = element.getRootNode() as Document | ShadowRoot
    const labelled = (element.getAttribute('aria-labelledby') ?? '')
      .split(/\s+/)
      .map((id) => (id === '' ? null : root.getElementById(id)))
      .flatMap((label) => (label ? [textOf(label)] : []))
      .join(' ')
    if (labelled !== '') return labelled
    const label = element.getAttribute('aria-label')
    if (label) return label
    const { labels } = element as HTMLInputElement
    if (labels?.[0]) return textOf(labels[0])
    return textOf(element) || (element.getAttribute('placeholder') ?? '')
  }
  const isShown = (element: Element): boolean => {
    const { height, width } = element.getBoundingClientRect()
    return (
      width > 0 &&
      height > 0 &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
  }
  const search = (wanted: Query): Element[] => {
    const outer = wanted.within ? search(wanted.within) : undefined
    const inner = wanted.has ? search(wanted.has) : undefined
    const pattern = wanted.matches === undefined ? undefined : new RegExp(wanted.matches)
    return everything(document).filter(
      (element) =>
        (wanted.role === undefined || element.matches(roles[wanted.role] ?? '')) &&
        (wanted.selector === undefined || element.matches(wanted.selector)) &&
        isShown(element) &&
        (wanted.name === undefined || nameOf(element) === wanted.name) &&
        (pattern === undefined || pattern.test(wanted.role ? nameOf(element) : textOf(element))) &&
        (outer === undefined || outer.some((one) => one !== element && isInside(element, one))) &&
        (inner === undefined || inner.some((one) => one !== element && isInside(one, element))),
    )
  }
  const found = search(query)
  // Without a role, prefer the innermost element, because its ancestors have the same text.
  const element = query.role ? found[0] : found.at(-1)
  if (!element) return null
  if (scroll) element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  // For `watchPress`.
  Object.assign(globalThis, { found: element })
  const box = element.getBoundingClientRect()
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  let met = document.elementFromPoint(x, y)
  for (let deeper = met; deeper; deeper = deeper.shadowRoot?.elementFromPoint(x, y) ?? null) {
    if (deeper === met && deeper !== document.elementFromPoint(x, y)) break
    met = deeper
  }
  const look = getComputedStyle(element)
  const root = element.getRootNode() as Document | ShadowRoot
  return {
    x,
    y,
    text: textOf(element),
    name: nameOf(element),
    disabled: element.matches(':disabled, [aria-disabled=true]'),
    pressed: element.getAttribute('aria-pressed'),
    focused: root.activeElement === element,
    uncovered: met !== null && (isInside(met, element) || isInside(element, met)),
    style: {
      background: look.backgroundColor,
      colour: look.color,
      width: box.width,
      direction: look.direction,
    },
  }
}
