/** Time after which a copied key is removed from the clipboard, in ms. */
export const clipboardMs = 60_000

/** Copies private keys, and empties the clipboard a minute after the last one. */
export type KeyClipboard = {
  /** @throws DOMException if the browser refuses */
  copy(key: string): Promise<void>
}

/** Makes the clipboard of a page. It outlives what the page shows: the user leaves the page to paste the key. */
export function createKeyClipboard(): KeyClipboard {
  let isUsed = false
  let waiting: AbortController | undefined
  return {
    async copy(key) {
      // At once, since the click that copies may also be the one that empties.
      waiting?.abort()
      try {
        await navigator.clipboard.writeText(key)
        isUsed = true
      } finally {
        waiting?.abort()
        if (isUsed) waiting = emptyLater()
      }
    },
  }
}

/**
 * Empties the clipboard after a minute. Browsers refuse it to a page without focus, and some to one without a click: then it is
 * tried again.
 */
function emptyLater(): AbortController {
  const waiting = new AbortController()
  const { signal } = waiting
  const empty = () => {
    navigator.clipboard.writeText('').then(
      () => waiting.abort(),
      () => undefined,
    )
  }
  const timer = setTimeout(() => {
    for (const type of ['focus', 'click', 'keydown']) addEventListener(type, empty, { signal })
    empty()
  }, clipboardMs)
  signal.addEventListener('abort', () => clearTimeout(timer))
  return waiting
}
