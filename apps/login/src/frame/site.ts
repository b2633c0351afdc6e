import { cleanText } from '@foyer/protocol'
import type { FrameTheme } from '@foyer/protocol/frame'
import type { SiteClaims } from '../approve/approval.ts'

/** The site's chosen look, and its unverified claims about itself. */
export type Site = {
  readonly theme: () => FrameTheme
  readonly claims: () => SiteClaims | undefined
  setTheme(theme: FrameTheme): void
  setMetadata(metadata: { name: string; icons: readonly string[] }): void
  /** @returns Stops telling. */
  watchTheme(tell: (theme: FrameTheme) => void): () => void
}

/** Characters that fit one line of the approval card. */
const maxNameLength = 60

export function createSite(): Site {
  const listeners = new Set<(theme: FrameTheme) => void>()
  let theme: FrameTheme = {}
  let claims: SiteClaims | undefined
  return {
    theme: () => theme,
    claims: () => claims,
    setTheme(next) {
      theme = next
      for (const listener of [...listeners]) listener(theme)
    },
    setMetadata({ icons, name: said }) {
      const name = cleanText(said, maxNameLength)
      // Loading a picture from another server would tell it who is about to sign.
      const icon = icons.find((one) => /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/.test(one))
      claims = name === '' ? undefined : { name, ...(icon !== undefined && { icon }) }
    },
    watchTheme(tell) {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
  }
}
