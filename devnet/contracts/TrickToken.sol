// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A token that runs a call in the middle of each transfer, takes more than it is told to, and has ways to spend besides `transfer`.
contract TrickToken is ERC20("Trick", "TRICK") {
    address private _hook;
    bytes private _data;
    uint256 private _extra;

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    /// Runs a call in the middle of the next transfer, which fails if the call does.
    function trick(address hook, bytes calldata data) external {
        (_hook, _data) = (hook, data);
    }

    /// Takes this much more from the sender of each transfer.
    function takeMore(uint256 extra) external {
        _extra = extra;
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        (address hook, bytes memory data) = (_hook, _data);
        if (hook != address(0)) {
            _hook = address(0);
            (bool success, bytes memory answer) = hook.call(data);
            if (!success)
                assembly ("memory-safe") {
                    revert(add(answer, 0x20), mload(answer))
                }
        }
        if (_extra > 0) _burn(msg.sender, _extra);
        return super.transfer(to, amount);
    }

    function burn(uint256 amount) external {
        _burn(msg.sender, amount);
    }

    function ping() external payable {}
}
