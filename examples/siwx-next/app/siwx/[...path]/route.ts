import { siwx } from '../../../siwx.ts'

export const GET = siwx.handle
export const POST = siwx.handle
