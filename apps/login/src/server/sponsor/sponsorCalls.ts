import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type {
  loginOperation,
  loginOperationSend,
  loginOperationState,
  loginSponsorCalls,
  loginSponsorCheck,
  loginSponsorState,
} from '@foyer/protocol/login'
import {
  postOperation,
  postOperationSend,
  postOperationState,
  postSponsorCheck,
  postSponsoredCalls,
  postSponsoredState,
} from '@foyer/protocol/sponsor'
import { HttpError } from '@foyer/server'
import { userHmac } from '../hashes.ts'
import { refuseRevoked } from '../permissions/refuseRevoked.ts'
import type { Services } from '../services.ts'
import type { Session } from '../tokens/sessions.ts'
import type { CallSponsor } from './createCallSponsor.ts'

/** Asks the sponsor whether it pays for calls of this user on this page. */
export async function sponsorCheck(
  services: Services,
  body: BodyOf<typeof loginSponsorCheck>,
  session: Session,
): Promise<ResponseOf<typeof loginSponsorCheck>> {
  const { caller, call } = await admit(services, session)
  await refuseRevoked(services, body, session)
  return call(postSponsorCheck, { ...body, ...caller })
}

/** Has the sponsor send a batch that the user has signed. */
export async function sponsorCalls(
  services: Services,
  body: BodyOf<typeof loginSponsorCalls>,
  session: Session,
): Promise<ResponseOf<typeof loginSponsorCalls>> {
  const { caller, call } = await admit(services, session)
  await refuseRevoked(services, body, session)
  return call(postSponsoredCalls, { ...body, ...caller })
}

/** Reads what became of a batch of this user. */
export async function sponsorState(
  services: Services,
  { id }: BodyOf<typeof loginSponsorState>,
  session: Session,
): Promise<ResponseOf<typeof loginSponsorState>> {
  const { caller, call } = await admit(services, session, 'sponsorStatesPerMinute')
  return call(postSponsoredState, { id, user: caller.user })
}

/** Builds an operation (ERC-4337) of this user's calls. */
export async function buildOperation(
  services: Services,
  body: BodyOf<typeof loginOperation>,
  session: Session,
): Promise<ResponseOf<typeof loginOperation>> {
  const { caller, call } = await admit(services, session)
  await refuseRevoked(services, body, session)
  return call(postOperation, { ...body, ...caller })
}

/** Has the bundler send an operation that the user has signed. */
export async function sendOperation(
  services: Services,
  body: BodyOf<typeof loginOperationSend>,
  session: Session,
): Promise<ResponseOf<typeof loginOperationSend>> {
  const { caller, call } = await admit(services, session)
  await refuseRevoked(services, body, session)
  return call(postOperationSend, { ...body, ...caller })
}

/** Reads what became of an operation: the chain shows it to anyone. */
export async function operationState(
  services: Services,
  body: BodyOf<typeof loginOperationState>,
  session: Session,
): Promise<ResponseOf<typeof loginOperationState>> {
  const { call } = await admit(services, session, 'sponsorStatesPerMinute')
  return call(postOperationState, body)
}

/** The user, project and page of this session: none of them comes from the caller. */
async function admit(
  services: Services,
  { origin, projectId, userId }: Session,
  limit: 'sponsorPerMinute' | 'sponsorStatesPerMinute' = 'sponsorPerMinute',
): Promise<{ caller: { projectId: string; origin: string; user: string }; call: CallSponsor }> {
  const { callSponsor, limiter, limits, projects } = services
  if (callSponsor === undefined)
    throw new HttpError(403, 'action-not-allowed', 'The operator pays no gas')
  if (projectId === null || origin === null)
    throw new HttpError(403, 'action-not-allowed', 'These pages send nothing')
  const user = userHmac(services, userId)
  await limiter.take({ key: `${limit}:${user}`, ...limits[limit] })
  await projects.admit(projectId, origin)
  return { caller: { projectId, origin, user }, call: callSponsor }
}
