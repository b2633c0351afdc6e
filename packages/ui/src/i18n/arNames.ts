import type { enNames } from './enNames.ts'
import type { WordsOf } from './wordsOf.ts'

/** Arabic texts of account names. */
export const arNames: WordsOf<typeof enNames> = {
  'names.field': 'اسمك',
  'names.hint': 'حروف لاتينية وأرقام وشرطات، 4 على الأقل. يراه الجميع.',
  'names.invalid': 'استخدم 4 حروف أو أرقام أو شرطات على الأقل.',
  'names.free': 'متاح',
  'names.taken': 'محجوز',
  'names.list': 'أسماء مشابهة',
  'names.searchFailed': 'تعذرت قراءة الأسماء.',
  'names.none': 'هذا الموقع لا يمنح أسماء.',
  'names.sign': 'تسجيل {name}',
  'names.signText': 'تطلب منك محفظتك توقيع رسالة. هذا مجاني.',
  'names.waiting': 'وقّع في {wallet}',
  'names.takenNow': 'سجّل شخص آخر هذا الاسم للتو. اختر اسمًا آخر.',
  'names.full': 'لهذا الحساب كل الأسماء المسموح بها.',
  'names.declined': 'لقد رفضت التوقيع.',
  'names.failed': 'تعذر تسجيل الاسم.',
  'names.done': 'أنت {name}',
  'names.doneText': 'يمكن للآخرين الإرسال إلى حسابك بهذا الاسم.',
  'names.finish': 'تم',
}
