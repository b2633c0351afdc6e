/** Shows what a link of the vault asks, and handles its two buttons. Opening the page decides nothing. */

const words = {
  device: {
    title: 'Approve this device?',
    lead: 'A browser is signing in with your address.',
    approved: ['Device approved', 'Go back to the window where you signed in.'],
  },
  confirm: {
    title: 'Add a passkey from this browser?',
    lead: 'A browser that is signed in as you asks for this.',
    approved: ['Browser confirmed', 'Go back to the window where you add the passkey.'],
    denied: ['The request was refused', 'No passkey can be added from that browser.'],
  },
  contact: {
    title: 'Let another address restore your wallet?',
    lead: 'Somebody signed in as you asks for this.',
    approved: ['Address changed', 'For 24 hours this address is still the one that counts.'],
  },
  restore: {
    title: 'Restore your wallet through this address again?',
    lead: 'Somebody took back a change of address.',
    approved: ['This address counts again', 'Your wallet is restored through it from now on.'],
  },
  freeze: {
    title: 'Freeze your wallet?',
    lead: 'It was restored on a new device. A freeze stops it on all of them.',
    approved: ['Your wallet is frozen', 'Nobody can use it until you end the freeze yourself.'],
  },
  unfreeze: {
    title: 'End the freeze of your wallet?',
    lead: 'It ends 24 hours after you approve it.',
    approved: ['The freeze ends in 24 hours', 'If it was not you, freeze the wallet again.'],
  },
}

const part = (id) => document.getElementById(id)
const card = document.querySelector('main')

/** Keeps the token out of the address bar, the history and anything that other pages could read. */
function readToken() {
  const token = /^#t=([A-Za-z0-9_-]{43})$/.exec(location.hash)?.[1]
  history.replaceState(null, '', location.pathname)
  return token
}

async function post(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(15_000),
  })
  if (response.status === 429)
    throw new Error('There were too many tries. Wait a minute, then try again.')
  if (!response.ok) throw new Error('This did not work. Try again in a moment.')
  return response.json()
}

function show(title, lead, { isRed = false } = {}) {
  for (const id of ['warning', 'facts', 'form', 'freeze', 'note']) part(id).hidden = true
  part('title').textContent = title
  part('lead').textContent = lead
  document.title = title
  card.classList.toggle('red', isRed)
  card.removeAttribute('aria-busy')
  part('title').focus()
}

/** A user who sees a red page may not have started anything. */
function ago(seconds, isElsewhere) {
  const what = isElsewhere ? 'This was started' : 'You started this'
  return seconds < 90 ? `${what} ${seconds} s ago` : `${what} ${Math.round(seconds / 60)} min ago`
}

function addFact(name, value, isStrong = false) {
  const [term, fact] = [document.createElement('dt'), document.createElement('dd')]
  term.textContent = name
  fact.textContent = value
  fact.classList.toggle('strong', isStrong)
  part('facts').append(term, fact)
}

function showOver() {
  show(
    'This link is over',
    'It was used, its time has passed, or a newer one was mailed. Nothing was approved just now.',
  )
  part('note').textContent =
    'Use the newest mail, or start again in the window where you sign in: a new link will be mailed.'
  part('note').hidden = false
}

function showWarning() {
  for (const text of [
    'Another browser or another network than this one is asking.',
    'If somebody sent you to a page to sign in, or is on the phone with you, stop: whoever asks would get your wallet.',
  ]) {
    const line = document.createElement('p')
    line.textContent = text
    part('warning').append(line)
  }
  part('warning').hidden = false
}

function showOpen(view, token) {
  const { title, lead, approved } = words[view.kind]
  show(view.isElsewhere ? 'Is this really you?' : title, lead, { isRed: view.isElsewhere })
  if (view.isElsewhere) showWarning()
  if (view.kind !== 'freeze') {
    addFact('Site', view.origin, true)
    addFact('Browser', `${view.browser} on ${view.os}`)
    addFact('Network', view.network)
    part('facts').hidden = false
    part('note').textContent = ago(view.startedS, view.isElsewhere)
    part('note').hidden = false
  }
  const isFreeze = view.kind === 'freeze'
  const [approve, deny, digits] = [part('approve'), part('deny'), part('digits')]
  if (isFreeze) {
    deny.textContent = 'It was me'
    approve.textContent = 'Freeze'
  }
  part('digits-field').hidden = !view.isElsewhere
  const refresh = () => {
    approve.disabled = view.isElsewhere && !/^\d\d$/.test(digits.value)
  }
  digits.addEventListener('input', refresh)
  part('form').hidden = false
  refresh()

  const decide = async (decision) => {
    approve.disabled = deny.disabled = true
    part('digits-error').textContent = ''
    try {
      const body = {
        token,
        decision,
        ...(decision === 'approve' && view.isElsewhere && { digits: digits.value }),
      }
      const { state } = await post('/device/decide', body)
      if (state === 'approved') show(...approved)
      else if (state === 'over') showOver()
      else if (state === 'denied' && isFreeze) show('All is well', 'Nothing was changed.')
      else if (state === 'denied') showDenied(token, words[view.kind].denied)
      else {
        part('digits-error').textContent = 'These are not the digits. Look at your login window.'
        part('digits-field').hidden = false
        digits.value = ''
        digits.focus()
        deny.disabled = false
      }
    } catch (error) {
      fail(error)
      deny.disabled = false
      refresh()
    }
  }
  deny.addEventListener('click', () => void decide('deny'))
  part('form').addEventListener('submit', (event) => {
    event.preventDefault()
    if (!approve.disabled) void decide('approve')
  })
}

function fail(error) {
  const isOurs = error instanceof Error && !['TimeoutError', 'TypeError'].includes(error.name)
  part('note').textContent = isOurs ? error.message : 'The server did not answer. Try again.'
  part('note').hidden = false
}

function showDenied(token, said = ['The device was refused', 'Nobody was signed in.']) {
  show(...said)
  part('note').textContent =
    'If you fear that somebody reads your mail, freeze your wallet: nobody, you included, can use it until you end the freeze.'
  part('note').hidden = false
  part('freeze').hidden = false
  const freeze = async () => {
    part('freeze').disabled = true
    try {
      await post('/device/freeze', { token })
      show(
        'The freeze is set',
        'If this address has a wallet, nobody can use it until you end the freeze yourself.',
      )
    } catch (error) {
      part('freeze').disabled = false
      fail(error)
    }
  }
  part('freeze').addEventListener('click', () => void freeze())
}

const token = readToken()
if (token === undefined) showOver()
else
  try {
    const view = await post('/device/view', { token })
    if (view.state === 'open') showOpen(view, token)
    else showOver()
  } catch (error) {
    show('The link could not be read', 'Nothing was approved. Open it again from the mail.')
    fail(error)
  }
