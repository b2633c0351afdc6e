import { type DecoderThread, startDecoder } from './startDecoder.ts'

// Entry of the decoder's bundle.
startDecoder(self as unknown as DecoderThread)
