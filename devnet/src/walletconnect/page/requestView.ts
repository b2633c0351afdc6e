import type { PhoneConfig } from '../phoneConfig.ts'
import type { Ask } from './ask.ts'
import { addChain, goToChain } from './changeSession.ts'
import { errorAnswer, rejection } from './errorAnswer.ts'
import { networkName } from './networks.ts'
import type { Kit, Session, SessionRequest } from './openKit.ts'
import { questionView } from './questionView.ts'
import { readRequest } from './readRequest.ts'

type Answer = { result: unknown } | { error: { code: number; message: string } }

/** Answers a request and removes it. */
function respond(kit: Kit, { id, topic }: SessionRequest, answer: Answer): Promise<void> {
  return kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...answer } })
}

/**
 * Asks the user about a site's request.
 *
 * @returns undefined for a request that the wallet answers by itself, including unsupported ones.
 */
export function requestView(
  { config, done, kit }: { config: PhoneConfig; kit: Kit; done: (words: string) => void },
  session: Session,
  request: SessionRequest,
): HTMLElement | undefined {
  const { chainId } = request.params
  const { expiryTimestamp, method } = request.params.request
  const peer = session.peer.metadata
  const reply = (answer: Answer, words: string) => {
    void respond(kit, request, answer).then(
      () => done(words),
      (error: unknown) =>
        done(`${peer.name} did not get the answer: ${errorAnswer(error).message}`),
    )
    return undefined
  }
  let ask: Ask
  try {
    ask = readRequest(config, session, request)
  } catch (error) {
    const answer = errorAnswer(error)
    return reply({ error: answer }, `${peer.name} asked for ${method}: ${answer.message}`)
  }
  if (ask.kind === 'known') return reply({ result: ask.result }, '')
  if (ask.kind === 'read') {
    void ask.read().then(
      (result) => reply({ result }, ''),
      (error: unknown) => reply({ error: errorAnswer(error) }, ''),
    )
    return undefined
  }
  const { goesTo, screen, toResult } = ask
  return questionView({
    screen,
    peer,
    network: networkName(config, chainId),
    expiresAt: expiryTimestamp === undefined ? undefined : expiryTimestamp * 1000,
    async reject() {
      await respond(kit, request, { error: rejection })
      done('You declined the request.')
    },
    async accept() {
      let answer: Answer
      try {
        const made = await screen.run()
        if (goesTo !== undefined) await addChain(kit, session, goesTo)
        answer = { result: toResult(made) }
      } catch (error) {
        answer = { error: errorAnswer(error) }
      }
      await respond(kit, request, answer)
      if (goesTo !== undefined && 'result' in answer) {
        await goToChain(kit, kit.getActiveSessions()[session.topic] ?? session, goesTo)
      }
      done(
        'error' in answer
          ? `The request failed: ${answer.error.message}`
          : `Done. Go back to ${peer.name}.`,
      )
    },
  })
}
