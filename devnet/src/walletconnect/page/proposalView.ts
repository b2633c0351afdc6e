import { element } from '../../wallet/approve/element.ts'
import type { PhoneConfig } from '../phoneConfig.ts'
import { chooseNetworks } from './chooseNetworks.ts'
import { rejection } from './errorAnswer.ts'
import type { Kit, Proposal } from './openKit.ts'
import { questionView } from './questionView.ts'
import { grant, readProposal } from './readProposal.ts'

/** Timeout for the site's confirmation, ms; the approval stays valid. */
const confirmMs = 20_000

/** Asks whether a site may connect: to which networks, with which accounts. */
export function proposalView(
  { config, done, kit }: { config: PhoneConfig; kit: Kit; done: (words: string) => void },
  proposal: Proposal,
): HTMLElement {
  const { id, proposer } = proposal
  const { obstacle, wishes } = readProposal(config, proposal)
  const peer = proposer.metadata
  const question = {
    title: 'Connect',
    wants: 'wants to see your accounts and suggest transactions',
    accept: 'Connect',
  }
  const expiresAt = proposal.expiryTimestamp * 1000
  const reject = (reason: { code: number; message: string }) => async () => {
    await kit.rejectSession({ id, reason })
    done('You declined the connection.')
  }
  if (obstacle) {
    const warning = element('p', { class: 'warning', role: 'alert' }, obstacle.text)
    return questionView({
      screen: { ...question, body: [warning] },
      peer,
      expiresAt,
      accept: undefined,
      rejectLabel: 'Decline',
      reject: reject({ code: obstacle.code, message: obstacle.text }),
    })
  }
  const choice = chooseNetworks(config, wishes)
  const methods = wishes.flatMap((wish) => wish.methods)
  return questionView({
    screen: {
      ...question,
      body: [
        ...choice.body,
        element(
          'details',
          {},
          element('summary', {}, `The site can request ${methods.length} methods`),
          element('p', { class: 'methods' }, methods.join(', ')),
        ),
        element('p', { class: 'note' }, 'The site can’t move anything without asking you again.'),
      ],
    },
    peer,
    expiresAt,
    reject: reject(rejection),
    async accept() {
      const approving = kit.approveSession({ id, namespaces: grant(wishes, choice.read()) })
      const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), confirmMs))
      const settled = await Promise.race([approving.then(() => true), late])
      // If the view is already gone, nobody handles this, and the session expires by itself.
      approving.catch(() => undefined)
      done(settled ? `Connected. Go back to ${peer.name}.` : `${peer.name} has yet to confirm.`)
    },
  })
}
