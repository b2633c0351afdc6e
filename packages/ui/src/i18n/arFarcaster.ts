import type { enFarcaster } from './enFarcaster.ts'
import type { WordsOf } from './wordsOf.ts'

/** Arabic texts of a login with a Farcaster app. */
export const arFarcaster: WordsOf<typeof enFarcaster> = {
  'farcaster.code': 'رمز QR لتطبيق Farcaster لديك',
  'farcaster.scan': 'امسح الرمز بهاتفك لفتح Farcaster.',
  'farcaster.check': 'لا توافق هناك إلا إذا عرض {host}.',
  'farcaster.open': 'افتح Farcaster',
  'farcaster.openHere': 'افتح في هذا المتصفح',
  'farcaster.openTitle': 'تابِع في Farcaster',
  'farcaster.opening': 'جارٍ إنشاء رمز',
  'farcaster.openingText': 'لن يستغرق هذا سوى لحظة.',
  'farcaster.finishing': 'جارٍ تسجيل دخولك',
  'farcaster.finishingText': 'جارٍ فتح محفظتك.',
  'farcaster.expired': 'انتهت صلاحية هذا الرمز',
  'farcaster.expiredText': 'يصلح الرمز خمس دقائق.',
  'farcaster.renew': 'رمز جديد',
  'farcaster.denied': 'رفضت الطلب في Farcaster',
  'farcaster.deniedText': 'لم يتغيّر شيء. يمكنك المحاولة مرة أخرى.',
  'farcaster.refused': 'تعذّر التحقق من تسجيل الدخول هذا',
  'farcaster.refusedText': 'لم تكن الإجابة لتسجيل الدخول هذا. لم يتغيّر شيء.',
  'farcaster.removed': 'أُزيلت طريقة الدخول هذه',
  'farcaster.removedText': 'كانت تخص حسابًا حتى وقت قريب. استخدم طريقة أخرى أو الرابط في رسالتنا.',
  'farcaster.held': 'طريقة الدخول هذه لا تعمل بعد',
  'farcaster.heldText': 'أُضيفت إلى حساب لم يُستخدم منذ عام، وتعمل بعد 72 ساعة.',
  'farcaster.away': 'لا يستجيب Farcaster',
  'farcaster.awayText': 'حاول بعد لحظة، أو اختر طريقة أخرى.',
  'farcaster.retry': 'حاول مرة أخرى',
  'farcaster.other': 'اختر طريقة أخرى',
}
