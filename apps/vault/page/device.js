import { words } from './device-words.js'

/** Shows what a link of the vault asks, and handles its two buttons. Opening the page decides nothing. */

const { lang } = document.documentElement
/** In the language that the server chose for this document. */
const texts = words[lang] ?? words.en

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
  if (response.status === 429) throw new Error(texts.tooMany)
  if (!response.ok) throw new Error(texts.failed)
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

function ago(seconds, isElsewhere) {
  const time = seconds < 90 ? texts.seconds(seconds) : texts.minutes(Math.round(seconds / 60))
  return texts.ago(time, isElsewhere)
}

function addFact(name, value, isStrong = false) {
  const [term, fact] = [document.createElement('dt'), document.createElement('dd')]
  term.textContent = name
  fact.textContent = value
  // Names of sites, browsers and networks keep their own direction.
  fact.dir = 'auto'
  fact.classList.toggle('strong', isStrong)
  part('facts').append(term, fact)
}

function showOver() {
  show(...texts.over)
  part('note').textContent = texts.overNote
  part('note').hidden = false
}

function showWarning() {
  for (const text of texts.warning) {
    const line = document.createElement('p')
    line.textContent = text
    part('warning').append(line)
  }
  part('warning').hidden = false
}

function showOpen(view, token) {
  const { title, lead, approved, denied } = texts.kinds[view.kind]
  show(view.isElsewhere ? texts.really : title, lead, { isRed: view.isElsewhere })
  if (view.isElsewhere) showWarning()
  if (view.kind !== 'freeze') {
    addFact(texts.site, view.origin, true)
    addFact(texts.browser, texts.browserOn(view.browser, view.os))
    addFact(texts.network, view.network)
    part('facts').hidden = false
    part('note').textContent = ago(view.startedS, view.isElsewhere)
    part('note').hidden = false
  }
  const isFreeze = view.kind === 'freeze'
  const [approve, deny, digits] = [part('approve'), part('deny'), part('digits')]
  if (isFreeze) {
    deny.textContent = texts.wasMe
    approve.textContent = texts.freeze
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
      else if (state === 'denied' && isFreeze) show(...texts.well)
      else if (state === 'denied') showDenied(token, denied)
      else {
        part('digits-error').textContent = texts.wrongDigits
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
  part('note').textContent = isOurs ? error.message : texts.noAnswer
  part('note').hidden = false
}

function showDenied(token, said = texts.denied) {
  show(...said)
  part('note').textContent = texts.deniedNote
  part('note').hidden = false
  part('freeze').hidden = false
  const freeze = async () => {
    part('freeze').disabled = true
    try {
      await post('/device/freeze', { token })
      show(...texts.frozen)
    } catch (error) {
      part('freeze').disabled = false
      fail(error)
    }
  }
  part('freeze').addEventListener('click', () => void freeze())
}

part('lead').textContent = texts.moment[1]
part('title').textContent = texts.moment[0]
for (const id of ['approve', 'deny']) part(id).textContent = texts[id]
part('digits-label').textContent = texts.digits
part('freeze').textContent = texts.freezeWallet

const token = readToken()
if (token === undefined) showOver()
else
  try {
    const view = await post('/device/view', { token })
    if (view.state === 'open') showOpen(view, token)
    else showOver()
  } catch (error) {
    show(...texts.unread)
    fail(error)
  }
