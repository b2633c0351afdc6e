import type { Caller } from '../doors.ts'

/** Where the picture of a token is for who asks. */
export const tokenImageUrl = ({ baseUrl, project }: Caller, symbol: string): string =>
  `${baseUrl}/public/getTokenImage/${encodeURIComponent(symbol)}?projectId=${encodeURIComponent(project.id)}`
