import { onTestFinished } from 'vitest'

type Output = {
  /** Refused by the policy, each with directive and address. */
  violations: string[]
  /** The violation by which the page shows that the policy applies. */
  probe: string
  modal: { width?: string; rows?: number }
  button: { text?: string; corners?: string; picture?: string }
}

/**
 * Opens a modal and a connected button in a page under `style-src 'none'`. A page of its own, as no script can remove a
 * policy from a page.
 */
export async function openUnderPolicy(): Promise<Output> {
  const frame = document.createElement('iframe')
  const url = new URL('./policy.test.kit.ts', import.meta.url)
  frame.srcdoc = `<!doctype html><html lang="en"><meta http-equiv="Content-Security-Policy"
    content="style-src 'none'; script-src ${location.origin}"><body><script type="module" src="${url}"></script></body></html>`
  frame.style.cssText = 'width: 640px; height: 640px'
  document.body.append(frame)
  onTestFinished(() => frame.remove())
  return new Promise((resolve) =>
    addEventListener('message', ({ data, source }) => {
      if (source === frame.contentWindow) resolve(data)
    }),
  )
}
