import { SwapFrame } from './SwapFrame.tsx'

/** The swap to be signed, and after that its progress. @source spec 2.11 */
export function SwapReviewView() {
  return <SwapFrame load={loadReview}>{(Review) => <Review />}</SwapFrame>
}

async function loadReview() {
  return (await import('./SwapReview.tsx')).SwapReview
}
