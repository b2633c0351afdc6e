// Runs in the browser.

/** Display time of "Copied", ms. */
const saidMs = 1_500

function say(text: string): void {
  const said = document.querySelector('.said')
  if (!said) return
  said.textContent = text
  setTimeout(() => {
    if (said.textContent === text) said.textContent = ''
  }, saidMs)
}

async function copy(button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(button.dataset.copy ?? '')
    say('Copied')
  } catch {
    say('Your browser doesn’t allow copying. Select the text instead.')
  }
}

async function deleteMails(to: string): Promise<void> {
  const response = await fetch(`/api/messages?to=${encodeURIComponent(to)}`, { method: 'DELETE' })
  if (!response.ok) return say('We couldn’t delete the mails.')
  await refresh()
  document.getElementById('to')?.focus()
  say('Deleted')
}

/** Replaces the list with the current one; input and focus stay. */
async function refresh(): Promise<void> {
  const content = document.getElementById('content')
  if (!content) return
  const response = await fetch(location.href)
  if (!response.ok) return
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  const next = fresh.getElementById('content')
  if (!next || next.isEqualNode(content)) return
  const focused = document.activeElement?.closest('li')?.querySelector('.subject')?.id
  const wasCopy = document.activeElement?.hasAttribute('data-copy')
  content.replaceChildren(...document.adoptNode(next).childNodes)
  const count = document.getElementById('count')
  if (count) count.textContent = fresh.getElementById('count')?.textContent ?? ''
  const again = focused === undefined ? null : document.getElementById(focused)
  const target = wasCopy ? again?.closest('li')?.querySelector<HTMLElement>('[data-copy]') : again
  target?.focus({ preventScroll: true })
}

/** Listens only while the page is visible: a browser has few connections to one server. */
function follow(): void {
  let changes: EventSource | undefined
  const turn = () => {
    changes?.close()
    changes = undefined
    if (document.visibilityState === 'hidden') return
    changes = new EventSource('/api/changes')
    // The browser itself reconnects to a server that went away.
    changes.onmessage = () => void refresh().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', turn)
  turn()
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element && event.target.closest('button')
  if (!button) return
  if (button.dataset.copy !== undefined) void copy(button)
  if (button.dataset.delete !== undefined) {
    deleteMails(button.dataset.delete).catch(() => say('The mail server does not answer.'))
  }
})
if (document.getElementById('content')) follow()
