import { cleanName } from '@foyer/decode/internal'
import type { FrameTheme } from '@foyer/protocol/frame'
import type { SiteClaims } from '../approve/approval.ts'

/** The site's theme, and its unverified claims about itself. */
export type Site = {
  readonly theme: () => FrameTheme
  readonly claims: () => SiteClaims | undefined
  setTheme(theme: FrameTheme): void
  setMetadata(metadata: { name: string; icons: readonly string[] }): void
  /** Calls the listener on each change of the theme. @returns Removes the listener. */
  watchTheme(listener: (theme: FrameTheme) => void): () => void
}

/** Maximum of characters in a site's name, so that it fits one line of the approval card. */
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
    setMetadata({ icons, name: claimed }) {
      const name = cleanName(claimed, maxNameLength)
      // Only `data:` icons: fetching one would reveal to its server that the user is about to sign.
      const icon = icons.find((one) => /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/.test(one))
      claims = name === '' ? undefined : { name, ...(icon !== undefined && { icon }) }
    },
    watchTheme(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
