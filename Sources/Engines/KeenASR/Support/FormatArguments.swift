internal import Foundation

#if canImport(ObjectiveC)
    /// Type that Foundation takes for `%@`.
    public typealias KIOSFormatObject = CVarArg
#else
    /// Type that Foundation takes for `%@`.
    public typealias KIOSFormatObject = _CVarArgObject
#endif

/// Value that prints with `%@`, as in `NSLog("%@", result)`: its description.
public protocol KIOSFormatArgument: KIOSFormatObject, CustomStringConvertible {}

extension KIOSFormatArgument {
    #if !canImport(ObjectiveC)
        // swift-format-ignore: NoLeadingUnderscores
        /// The description as an object: the name is that of the standard library's protocol.
        public var _cVarArgObject: any CVarArg { NSString(string: description) }
    #endif

    // swift-format-ignore: NoLeadingUnderscores
    /// The description as the argument of a C function, likewise.
    public var _cVarArgEncoding: [Int] { NSString(string: description)._cVarArgEncoding }
}

extension KIOSResult: KIOSFormatArgument {}
extension KIOSWord: KIOSFormatArgument {}
extension KIOSPhone: KIOSFormatArgument {}
extension KIOSResponse: KIOSFormatArgument {}
extension KIOSAudioQualityResult: KIOSFormatArgument {}
