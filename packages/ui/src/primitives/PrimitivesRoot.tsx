import { type ReactNode, useInsertionEffect } from 'react'
import cardTokens from '../cardTokens.css?inline'
import reset from '../reset.css?inline'
import { adopt } from '../styles.ts'
import tokens from '../tokens.css?inline'
import { StyleRoot } from '../useStyles.ts'

/** Provides styles for primitives outside the modal: `root` is the document or shadow root. */
export function PrimitivesRoot({
  children,
  direction = 'ltr',
  root,
}: {
  children: ReactNode
  /** @default 'ltr' */
  direction?: 'ltr' | 'rtl' | undefined
  root: Document | ShadowRoot
}) {
  useInsertionEffect(() => {
    adopt(root, tokens)
    adopt(root, cardTokens)
    adopt(root, reset)
  }, [root])
  return (
    <StyleRoot.Provider value={root}>
      <div className="foyer" dir={direction}>
        {children}
      </div>
    </StyleRoot.Provider>
  )
}
