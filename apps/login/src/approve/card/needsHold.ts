import type { Description } from '../../decode/description.ts'

/** Whether one press is not enough. @source security 3.5; 3.4 "exactly 32 bytes" */
export function needsHold({ risk, warnings }: Description, surface: 'inline' | 'popup'): boolean {
  if (risk === 'high' || warnings.some(({ code }) => code === 'looks-like-hash')) return true
  return risk === 'medium' && surface === 'inline'
}
