// Runs in the browser.

/** How long a button says that it copied, ms. */
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
    say('The browser does not allow copying: select the text instead.')
  }
}

async function deleteMails(to: string): Promise<void> {
  const response = await fetch(`/api/messages?to=${encodeURIComponent(to)}`, { method: 'DELETE' })
  if (!response.ok) return say('The mails could not be deleted.')
  await refresh()
  document.getElementById('to')?.focus()
  say('Deleted')
}

/** Puts the list of now in the place of the one shown; what is typed and focused stays. */
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

/** Listens while somebody looks: a browser has few connections to one server. */
function follow(): void {
  let changes: EventSource | undefined
  const turn = () => {
    changes?.close()
    changes = undefined
    if (document.visibilityState === 'hidden') return
    changes = new EventSource('/api/changes')
    // A server that went away is asked again by the browser itself.
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
