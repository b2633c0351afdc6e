import type { PhoneConfig } from '../phoneConfig.ts'
import { forgetCurrentChain } from './currentChain.ts'
import type { Phone } from './drawPhone.ts'
import { wordsOf } from './errorAnswer.ts'
import { homeView } from './homeView.ts'
import type { Kit } from './openKit.ts'
import { proposalView } from './proposalView.ts'
import { requestView } from './requestView.ts'
import { signInView } from './signInView.ts'

/** Timeout for the request that a link announces, ms. */
const arriveMs = 12_000

/**
 * Shows one request at a time, or the connected sites if there is none.
 *
 * @param link - the query with which a site opened the wallet: `uri` to connect, or `requestId` and `sessionTopic`
 */
export function runWallet({
  config,
  kit,
  link,
  phone,
}: {
  config: PhoneConfig
  kit: Kit
  link: URLSearchParams
  phone: Phone
}): void {
  const { signClient } = kit.engine
  const isPending = ({ expiryTimestamp }: { expiryTimestamp: number }) =>
    expiryTimestamp * 1000 > Date.now()
  const wanted = Number(link.get('requestId'))
  let waiting: { words: string; timer: ReturnType<typeof setTimeout> } | undefined
  /** The current screen; the same one is not drawn again, because the user may be using it. */
  let shown = ''
  /** Answered, but still in the client's list. */
  const answered = new Set<number>()

  const refresh = (again = false) => {
    const next = findQuestion()
    if (next) arrived()
    const key = next?.key ?? `home ${Object.keys(kit.getActiveSessions()).join()} ${waiting?.words}`
    if (key === shown && !again) return
    shown = key
    if (!next) {
      phone.show(homeView({ config, kit, pair, run, waiting: waiting?.words }), 'home')
      return
    }
    let view: HTMLElement | undefined
    try {
      view = next.draw()
    } catch (error) {
      // An unreadable request is left to expire.
      phone.say(`The wallet can’t read a site’s request: ${wordsOf(error)}`)
    }
    if (view) {
      phone.show(view, 'question')
      return
    }
    answered.add(next.id)
    refresh()
  }

  function findQuestion() {
    const done = (id: number) => (words: string) => {
      answered.add(id)
      if (words !== '') phone.say(words)
      refresh()
    }
    const open = ({ id }: { id: number }) => !answered.has(id)
    const [signIn] = Object.values(signClient.auth.requests.getAll()).filter(isPending).filter(open)
    if (signIn) {
      const { id } = signIn
      return {
        id,
        key: `sign-in ${id}`,
        draw: () => signInView({ config, kit, done: done(id) }, signIn),
      }
    }
    const [proposal] = Object.values(kit.getPendingSessionProposals())
      .filter(isPending)
      .filter(open)
    if (proposal) {
      const { id } = proposal
      return {
        id,
        key: `proposal ${id}`,
        draw: () => proposalView({ config, kit, done: done(id) }, proposal),
      }
    }
    const requests = kit.getPendingSessionRequests().filter(open)
    const request = requests.find(({ id }) => id === wanted) ?? requests[0]
    const session = request && kit.getActiveSessions()[request.topic]
    if (!request || !session) return undefined
    const { id } = request
    return {
      id,
      key: `request ${id}`,
      draw: () => requestView({ config, kit, done: done(id) }, session, request),
    }
  }

  function expect(words: string) {
    arrived()
    const timer = setTimeout(() => {
      waiting = undefined
      phone.say(
        'The site’s request did not arrive. The link may have expired, or the site uses another relay.',
      )
      refresh()
    }, arriveMs)
    waiting = { words, timer }
  }
  function arrived() {
    clearTimeout(waiting?.timer)
    waiting = undefined
  }

  function pair(uri: string) {
    expect('Waiting for the site…')
    refresh()
    kit.pair({ uri }).then(
      () => refresh(),
      (error: unknown) => {
        arrived()
        phone.say(`This link doesn’t work: ${wordsOf(error)}`)
        refresh()
      },
    )
  }

  function run(act: () => Promise<string>) {
    act()
      .then(
        (words) => phone.say(words),
        (error: unknown) => phone.say(`Something went wrong: ${wordsOf(error)}`),
      )
      .finally(() => refresh(!findQuestion()))
  }

  kit.on('session_proposal', () => refresh())
  kit.on('session_request', () => refresh())
  kit.on('session_authenticate', () => refresh())
  kit.on('session_delete', ({ topic }) => {
    forgetCurrentChain(topic)
    phone.say('A site disconnected.')
    refresh()
  })
  const expired = ({ id }: { id: number }) => {
    if (shown.endsWith(` ${id}`)) phone.say('The request has expired.')
    refresh()
  }
  kit.on('proposal_expire', expired)
  kit.on('session_request_expire', expired)
  signClient.events.on('session_expire', ({ topic }: { topic: string }) => {
    forgetCurrentChain(topic)
    refresh()
  })

  const { relayer } = kit.core
  // Keep no socket open while there is no session.
  const showRelay = () => {
    const isWanted = relayer.subscriber.topics.length > 0
    const isOpen = relayer.connected && navigator.onLine
    phone.setOnline(isWanted || isOpen ? isOpen : undefined)
  }
  relayer.on('relayer_connect', showRelay)
  relayer.on('relayer_disconnect', showRelay)
  window.addEventListener('offline', showRelay)
  window.addEventListener('online', showRelay)
  showRelay()

  const uri = link.get('uri')
  if (uri === null) {
    if (link.has('requestId')) expect('Loading the site’s request…')
    refresh()
  } else pair(uri)
}
