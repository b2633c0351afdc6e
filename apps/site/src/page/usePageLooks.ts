import { useEffect } from 'react'
import { chooseThemeVariables } from '../createSiteFoyer.ts'
import type { PageOptions } from '../pageOptions.ts'

/** Applies the panel's theme to the page, through the object model: no style attribute. */
export function usePageLooks(options: PageOptions): void {
  const { accent, radius, theme } = options
  useEffect(() => {
    const { dataset, style } = document.documentElement
    dataset.theme = theme
    const variables = chooseThemeVariables({ accent, radius })
    set(style, '--accent', variables['color-accent'])
    set(style, '--radius', variables['border-radius-master'])
  }, [accent, radius, theme])
}

function set(style: CSSStyleDeclaration, name: string, value: string | number | undefined): void {
  if (value === undefined) style.removeProperty(name)
  else style.setProperty(name, String(value))
}
