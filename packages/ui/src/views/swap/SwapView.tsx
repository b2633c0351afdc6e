import { SwapFrame } from './SwapFrame.tsx'

/** Swaps tokens of the active network: the form, or the swap that is running. @source spec 1.9, 2.11 */
export function SwapView() {
  return <SwapFrame load={loadPlace}>{(Place) => <Place />}</SwapFrame>
}

async function loadPlace() {
  return (await import('./SwapPlace.tsx')).SwapPlace
}
