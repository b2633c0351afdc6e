import { createContext, useContext, useInsertionEffect } from 'react'
import { adopt } from './styles.ts'

/** Root of stylesheets: the modal's shadow root, or a document of ours. */
export const StyleRoot = createContext<ShadowRoot | Document | null>(null)

/** Adds a component's stylesheet to its root before the first paint. */
export function useStyles(css: string): void {
  const root = useContext(StyleRoot)
  useInsertionEffect(() => {
    if (root) adopt(root, css)
  }, [root, css])
}
